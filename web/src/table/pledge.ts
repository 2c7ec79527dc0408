/**
 * Whether a published seed is the one that was pledged; null where this browser cannot tell.
 *
 * The pledge is the SHA-256 of the seed with a few words before it (`core/nature.py`).
 */
export async function keepsPledge(seed: string, pledge: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const text = new TextEncoder().encode(`ludarium seed ${seed}`);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") === pledge;
}
