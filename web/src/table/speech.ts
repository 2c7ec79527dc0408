/** Reads aloud with the browser's own voice, where it has one. */

export const canSpeak = (): boolean => "speechSynthesis" in globalThis;

export function speak(text: string): void {
  if (!canSpeak() || !text) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.lang || "en";
  said.rate = 0.95;
  speechSynthesis.speak(said);
}

export function hush(): void {
  if (canSpeak()) speechSynthesis.cancel();
}
