const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was, in the language of the page: `5 minutes ago`, `yesterday`, `now`. */
export function ago(then: number, now: number, language = document.documentElement.lang): string {
  const said = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const gone = Math.max(0, now - then);
  for (const [unit, length] of STEPS) {
    if (gone >= length) return said.format(-Math.floor(gone / length), unit);
  }
  return said.format(0, "second");
}
