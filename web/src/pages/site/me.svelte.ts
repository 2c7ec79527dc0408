import { api } from "../../net/api";

/** The guest behind this browser, known to every page once one has asked. */
class Myself {
  name = $state("");
  #asked: Promise<void> | undefined;

  /** Asks the server once who this is. */
  know(): Promise<void> {
    this.#asked ??= api.me().then(
      (me) => void (this.name = me.name),
      () => void (this.#asked = undefined),
    );
    return this.#asked;
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }
}

export const myself = new Myself();
