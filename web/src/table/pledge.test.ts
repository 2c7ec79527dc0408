import { expect, it } from "vitest";
import { keepsPledge } from "./pledge";

// hashlib.sha256(b"ludarium seed 7").hexdigest()
const SEVEN = "54610e9c1caa5e299f57e73bee97e561c0115614a3ae47dd83ee36a97c1615ca";

it("knows the seed that was pledged from another one", async () => {
  expect(await keepsPledge("7", SEVEN)).toBe(true);
  expect(await keepsPledge("8", SEVEN)).toBe(false);
});
