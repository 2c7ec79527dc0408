/** The words of all pages but the table: a table does without them, and comes sooner. */

import { learn } from "../words/t";
import en from "./en.json";

learn(en);
