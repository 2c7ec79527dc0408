/** Addresses of the site's pages, typed; the server answers all of them with the same page. */

export type Route =
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; at: number | null; eyes: string }
  | { page: "rules"; game: string; clause: string }
  | { page: "credits" }
  | { page: "import" }
  | { page: "missing"; path: string };

const SLUG = "([a-z0-9-]+)";
const ID = "([A-Za-z0-9_-]+)";

/** The page behind an address. */
export function read(url: URL): Route {
  const path = url.pathname.replace(/\/+$/, "") || "/";
  const match = (pattern: string) => new RegExp(`^${pattern}$`).exec(path)?.[1];
  let found: string | undefined;
  if (path === "/") return { page: "lobby" };
  if (path === "/credits") return { page: "credits" };
  if (path === "/import") return { page: "import" };
  if ((found = match(`/new/${SLUG}`))) return { page: "new", game: found };
  if ((found = match(`/t/${ID}/replay`))) {
    const at = /^\d{1,6}$/.exec(url.searchParams.get("at") ?? "")?.[0];
    const eyes = url.searchParams.get("eyes") ?? "";
    return { page: "replay", id: found, at: at === undefined ? null : Number(at), eyes };
  }
  if ((found = match(`/t/${ID}`))) return { page: "table", id: found };
  if ((found = match(`/rules/${SLUG}`))) {
    return { page: "rules", game: found, clause: decoded(url.hash.slice(1)) };
  }
  return { page: "missing", path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The address of a page; `read` undoes it. */
export function href(route: Route): string {
  switch (route.page) {
    case "lobby":
      return "/";
    case "new":
      return `/new/${route.game}`;
    case "table":
      return `/t/${route.id}`;
    case "replay": {
      const query = new URLSearchParams();
      if (route.at !== null) query.set("at", String(route.at));
      if (route.eyes) query.set("eyes", route.eyes);
      return `/t/${route.id}/replay${query.size ? `?${query}` : ""}`;
    }
    case "rules":
      return `/rules/${route.game}${route.clause ? `#${encodeURIComponent(route.clause)}` : ""}`;
    case "credits":
    case "import":
      return `/${route.page}`;
    case "missing":
      return route.path;
  }
}

class Router {
  #url = $state(new URL(location.href));
  route: Route = $derived(read(this.#url));

  constructor() {
    addEventListener("popstate", () => this.#moved());
    addEventListener("hashchange", () => this.#moved());
  }

  /** The fragment, without `#`; invite links carry their token there. */
  get fragment(): string {
    return this.#url.hash.slice(1);
  }

  /** Goes to a page; `replace` leaves no step back to this one. */
  go(to: Route | string, { replace = false } = {}): void {
    const address = typeof to === "string" ? to : href(to);
    const before = this.#url.pathname;
    history[replace ? "replaceState" : "pushState"](null, "", address);
    this.#moved();
    if (this.#url.pathname !== before) scrollTo(0, 0);
  }

  /** Takes the fragment off the address, so that a token is neither bookmarked nor shared. */
  dropFragment(): void {
    history.replaceState(null, "", location.pathname + location.search);
    this.#moved();
  }

  #moved(): void {
    if (location.href !== this.#url.href) this.#url = new URL(location.href);
  }
}

export const router = new Router();

/** Follows links of the site without a new page load; modified clicks stay the browser's. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  const to = link.pathname + link.search + link.hash;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  router.go(to);
}
