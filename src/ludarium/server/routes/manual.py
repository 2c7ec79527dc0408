"""`/api/openapi`: what can be asked, for machines and for people."""

from __future__ import annotations

from html import escape
from typing import Any, Final

import msgspec
from litestar import Request, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin

import ludarium
from ludarium.server import forms

DESCRIPTION: Final = """\
Lobby, tables, records and stories of Ludarium. Play itself goes over the socket at `/ws`.
Whoever asks is known by a cookie that `GET /api/me` gives. Every error has the form `Problem`."""
STRICT: Final = {
    name
    for name, form in vars(forms).items()
    if isinstance(form, type)
    and issubclass(form, msgspec.Struct)
    and form.__struct_config__.forbid_unknown_fields
}
"""The forms that take no other fields than their own."""
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><h1>{title} {version}</h1><p>{description}</p>
<p>For machines: <a href="/api/openapi.json">openapi.json</a></p>
{operations}</body></html>
"""


def openapi() -> OpenAPIConfig:
    """How the API describes itself; no page of it loads anything from elsewhere."""
    return OpenAPIConfig(
        title="Ludarium",
        version=ludarium.__version__,
        description=DESCRIPTION,
        path="/api/openapi",
        render_plugins=[Manual(path="/")],
        use_handler_docstrings=True,
    )


@get("/api/openapi.json", include_in_schema=False)
async def schema(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The same for machines."""
    described = request.app.openapi_schema.to_schema()
    for name, form in described["components"]["schemas"].items():
        if name in STRICT:
            form["additionalProperties"] = False
    return described


class Manual(OpenAPIRenderPlugin):
    """The description as one plain page without scripts."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        told = "".join(
            _operation(path, method, operation)
            for path, item in sorted(openapi_schema["paths"].items())
            for method, operation in item.items()
            if "responses" in operation
        )
        info = openapi_schema["info"]
        page = PAGE.format(
            title=escape(info["title"]),
            version=escape(info["version"]),
            description=escape(info["description"]),
            operations=told,
        )
        return page.encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    lines = [
        f"<h2>{escape(operation['summary'])}</h2>",
        f"<p><code>{escape(method.upper())} {escape(path)}</code></p>",
        f"<p>{escape(operation.get('description', ''))}</p><ul>",
    ]
    for parameter in operation.get("parameters", []):
        text = escape(parameter.get("description") or "")
        lines.append(
            f"<li><code>{escape(parameter['name'])}</code> ({escape(parameter['in'])}) {text}</li>"
        )
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        lines.append(f"<li>body: {escape(_form(content))} as {escape(kind)}</li>")
    for status, answer in sorted(operation["responses"].items()):
        told = ", ".join(_form(content) for content in answer.get("content", {}).values())
        lines.append(f"<li>{status}: {escape(told)} {escape(answer['description'])}</li>")
    return "".join(lines) + "</ul>"


def _form(content: dict[str, Any]) -> str:
    schema = content.get("schema", {})
    items = schema.get("items", {})
    reference = schema.get("$ref") or items.get("$ref") or schema.get("type") or ""
    name = str(reference).rpartition("/")[2].rpartition("_")[2]
    return f"list of {name}" if items else name
