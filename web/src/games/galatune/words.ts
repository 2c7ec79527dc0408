import { Words } from "../../words/say";
import en from "./en.json";

/** Words that only the look of this game needs; all others are the game's own. */
export const words = new Words(en);
