import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** This browser's time in ms; whatever reads it in a component is drawn anew every second. */
export function tick(): number {
  subscribe();
  return Date.now();
}
