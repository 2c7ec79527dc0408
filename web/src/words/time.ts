/** Spans of time as people read them. */

import { t } from "./t";

const two = (n: number): string => String(n).padStart(2, "0");

/** `0:41`, `12:05`, `3 h 20 min`, `2 days 4 h`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days) return t("time.days", { days, hours: hours % 24 });
  if (hours) return t("time.hours", { hours, minutes: minutes % 60 });
  return t("time.minutes", { minutes, seconds: two(seconds % 60) });
}
