import type { ClockRule } from "../../wire";
import { t } from "../../words/t";

const DAY = 86_400;

/** A span of seconds in words: `90 seconds`, `10 minutes`. */
export function spanSaid(seconds: number): string {
  const whole = seconds % 60 === 0 && seconds > 0;
  return whole ? t("site.minutes", { count: seconds / 60 }) : t("site.seconds", { count: seconds });
}

/** How time is kept, in words. */
export function clockSaid(clock: ClockRule): string {
  const time = spanSaid(clock.seconds);
  switch (clock.mode) {
    case "none":
      return t("site.clock_none");
    case "move":
      return t("site.clock_move", { time });
    case "match":
      return t("site.clock_match", { time, extra: clock.extra || "" });
    case "days":
      return t("site.clock_days", { days: Math.round(clock.seconds / DAY) });
  }
}
