import { ApiProblem } from "../../net/api";

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

/** Whether trying again may help by itself: nobody answered, or only a proxy did. */
export function isAway(problem: ApiProblem): boolean {
  return problem.status === 0 || problem.status >= 502;
}

/** Something of the server, with what to show until it is there or when it cannot be had. */
export class Load<T> {
  value: T | undefined = $state.raw();
  problem: ApiProblem | undefined = $state.raw();
  /** When (ms) it is tried again by itself; null: not. */
  again: number | null = $state(null);
  #ask = 0;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly fetch: () => Promise<T>,
    private readonly every: number,
  ) {}

  /** Fetches anew; what was there stays until the answer has come. */
  retry = (): void => {
    const ask = ++this.#ask;
    this.stop();
    this.fetch().then(
      (value) => {
        if (ask !== this.#ask) return;
        this.value = value;
        this.problem = undefined;
        this.again = null;
        this.#tries = 0;
        if (this.every) this.#timer = setTimeout(this.#freshen, this.every);
      },
      (error: unknown) => {
        if (ask === this.#ask) this.#failed(asProblem(error));
      },
    );
  };

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Forgets what was there and whatever is on its way. */
  drop(): void {
    this.#ask++;
    this.stop();
    this.value = undefined;
    this.problem = undefined;
    this.again = null;
  }

  /** Nobody looks at a hidden page: it catches up when it is seen again. */
  #freshen = (): void => {
    if (!document.hidden) return this.retry();
    document.addEventListener("visibilitychange", this.retry, { once: true });
  };

  #failed(problem: ApiProblem): void {
    this.problem = problem;
    this.again = null;
    if (!isAway(problem)) return;
    const wait = Math.min(FIRST_WAIT * 2 ** this.#tries++, LONGEST_WAIT);
    this.again = Date.now() + wait;
    this.#timer = setTimeout(this.retry, wait);
  }
}

/** Errors of our own code are no problems of the server, and are not hidden as such. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  throw error;
}

/**
 * Loads for as long as the component lives, and anew when what `fetch` reads has changed;
 * with `every` (ms) it is kept fresh.
 */
export function load<T>(fetch: () => Promise<T>, { every = 0 } = {}): Load<T> {
  const found = new Load(fetch, every);
  $effect(() => {
    found.retry();
    addEventListener("online", found.retry);
    return () => {
      removeEventListener("online", found.retry);
      document.removeEventListener("visibilitychange", found.retry);
      found.drop();
    };
  });
  return found;
}
