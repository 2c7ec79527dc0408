/** What this browser remembers about how its owner likes to play. */

export type Theme = "auto" | "felt" | "linen" | "contrast";
export type Motion = "auto" | "full" | "less";
export type HandOrder = "listed" | "sorted";

export interface Choices {
  theme: Theme;
  motion: Motion;
  sound: boolean;
  /** Ask once more before an answer that was tapped. */
  confirm: boolean;
  /** Ask twice before moves that one might regret a little; before others it is always asked. */
  doubts: boolean;
  hand: HandOrder;
  /** Read prompts aloud, where the browser can speak. */
  speech: boolean;
}

const KEY = "ludarium.settings";
const touch = () => matchMedia("(pointer: coarse)").matches;
const usual = (): Choices => ({
  theme: "auto",
  motion: "auto",
  sound: true,
  confirm: touch(),
  doubts: true,
  hand: "listed",
  speech: false,
});

const WORDS = {
  theme: ["auto", "felt", "linen", "contrast"],
  motion: ["auto", "full", "less"],
  hand: ["listed", "sorted"],
} as const;

/** Keeps from storage only what is still a choice. */
export function kept(stored: unknown, fallback: Choices): Choices {
  const choices = { ...fallback };
  if (typeof stored !== "object" || stored === null) return choices;
  for (const [name, value] of Object.entries(stored)) {
    if (name in WORDS) {
      const words: readonly string[] = WORDS[name as keyof typeof WORDS];
      if (words.includes(value as string)) Object.assign(choices, { [name]: value });
    } else if (name in choices && typeof value === "boolean") {
      Object.assign(choices, { [name]: value });
    }
  }
  return choices;
}

function load(): Choices {
  try {
    return kept(JSON.parse(localStorage.getItem(KEY) ?? "null"), usual());
  } catch {
    return usual();
  }
}

export const settings: Choices = $state(load());

/** Changes settings and remembers them. */
export function choose(change: Partial<Choices>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser without storage forgets them at the next visit, and that is all.
  }
}

const wants = $state({ light: false, contrast: false, still: false });

function follow(query: string, tell: (yes: boolean) => void): void {
  const media = matchMedia(query);
  tell(media.matches);
  media.addEventListener("change", () => tell(media.matches));
}

follow("(prefers-color-scheme: light)", (yes) => (wants.light = yes));
follow("(prefers-contrast: more)", (yes) => (wants.contrast = yes));
follow("(prefers-reduced-motion: reduce)", (yes) => (wants.still = yes));

/** The theme that is shown, after the wishes of the system. */
export function theme(): Exclude<Theme, "auto"> {
  if (settings.theme !== "auto") return settings.theme;
  if (wants.contrast) return "contrast";
  return wants.light ? "linen" : "felt";
}

/** Whether things are to stand still. */
export function still(): boolean {
  return settings.motion === "auto" ? wants.still : settings.motion === "less";
}

/** The colour of the browser's own bars on phones. */
const BARS = { felt: "#0f2422", linen: "#efe9dd", contrast: "#000000" };

/** Keeps the root element in step with the settings, for the style sheets. */
export function dress(root: HTMLElement): () => void {
  return $effect.root(() => {
    $effect(() => {
      root.dataset["theme"] = theme();
      root.dataset["motion"] = still() ? "less" : "full";
      root.querySelector("meta[name=theme-color]")?.setAttribute("content", BARS[theme()]);
    });
  });
}
