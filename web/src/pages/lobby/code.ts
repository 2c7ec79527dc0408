/** Where a typed code or link leads: to a page of this site, elsewhere, or nowhere. */
export type Lead = { go: string } | { elsewhere: string } | null;

const CODE = /^[A-Za-z0-9_-]{3,64}$/;
const TABLE = /^\/t\/[A-Za-z0-9_-]+(?:\/replay)?\/?$/;

/** A link keeps its fragment: the token of a seat lies there. */
export function lead(typed: string, origin: string): Lead {
  const text = typed.trim();
  if (CODE.test(text)) return { go: `/t/${text}` };
  const url = parsed(text.startsWith("/") ? `${origin}${text}` : text) ?? parsed(`https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !TABLE.test(url.pathname)) return null;
  const here = new URL(origin);
  if (url.host !== here.host) return { elsewhere: url.host };
  return { go: url.pathname + url.search + url.hash };
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
