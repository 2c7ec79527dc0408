import type { ClockRule } from "../../wire";

/** The clock as it is being set up: each way of keeping time has its own figures. */
export interface Time {
  mode: ClockRule["mode"];
  /** Seconds. */
  move: number;
  /** Minutes. */
  match: number;
  /** Seconds. */
  extra: number;
  days: number;
}

const DAY = 86_400;

export const MODES = ["none", "move", "match", "days"] as const;
export const usual: Time = { mode: "none", move: 60, match: 15, extra: 10, days: 3 };

export function rule(time: Time): ClockRule {
  switch (time.mode) {
    case "none":
      return { mode: "none", seconds: 0, extra: 0 };
    case "move":
      return { mode: "move", seconds: time.move, extra: 0 };
    case "match":
      return { mode: "match", seconds: time.match * 60, extra: time.extra };
    case "days":
      return { mode: "days", seconds: time.days * DAY, extra: 0 };
  }
}

/** The figures of a rule, for a host who wants to change it. */
export function timed(clock: ClockRule): Time {
  switch (clock.mode) {
    case "none":
      return usual;
    case "move":
      return { ...usual, mode: "move", move: clock.seconds };
    case "match":
      return { ...usual, mode: "match", match: clock.seconds / 60, extra: clock.extra };
    case "days":
      return { ...usual, mode: "days", days: clock.seconds / DAY };
  }
}

/** Seconds after which a bot takes the chair of whoever is away; null: never. */
export const GRACES = [null, 30, 60, 120, 300, 900] as const;
