import { Words } from "../../words/say";
import en from "./en.json";
import later from "./later.json";

/** Also the words of what nobody sees at first sight of the table: they come with it. */
export const moreWords = new Words({ ...en, ...later });
