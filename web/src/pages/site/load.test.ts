// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiProblem } from "../../net/api";
import { Load } from "./load.svelte";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const away = () => Promise.reject(new ApiProblem(0, "offline", "nobody answers"));
const settled = () => vi.advanceTimersByTimeAsync(0);

describe("something of the server", () => {
  test("is tried again by itself while nobody answers, at longer and longer intervals", async () => {
    const fetch = vi.fn(away);
    const load = new Load(fetch, 0);
    load.retry();
    await settled();
    expect([load.problem?.key, load.again]).toEqual(["offline", 2_000]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([fetch.mock.calls.length, load.again]).toEqual([2, 6_000]);
    fetch.mockImplementation(() => Promise.resolve("here") as never);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([load.value, load.problem, load.again]).toEqual(["here", undefined, null]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test("is not tried again where that cannot help", async () => {
    const fetch = vi.fn(() => Promise.reject(new ApiProblem(404, "no_table", "no table")));
    const load = new Load(fetch, 0);
    load.retry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(load.problem?.status).toBe(404);
  });

  test("is kept fresh, and what was there stays when that fails", async () => {
    const fetch = vi.fn(() => Promise.resolve(fetch.mock.calls.length));
    const load = new Load(fetch, 1_000);
    load.retry();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load.value).toBe(2);
    fetch.mockImplementation(away as never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([load.value, load.problem?.key]).toEqual([2, "offline"]);
  });

  test("forgets an answer that comes too late", async () => {
    let answer: (value: string) => void = () => undefined;
    const load = new Load(() => new Promise<string>((resolve) => (answer = resolve)), 0);
    load.retry();
    load.drop();
    answer("late");
    await settled();
    expect(load.value).toBeUndefined();
  });
});
