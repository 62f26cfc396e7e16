// The devices that we are on, and the phrase with which one more asks to be let in.
import { get, post, remove } from "../api/http";
import type { Devices, Me, Offer } from "../api/protocol";

/** While a phrase is shown the server is asked so often if someone has entered it. */
const LOOK_EVERY = 1500;

class MyDevices {
  all = $state.raw<Devices | null>(null);
  offer = $state.raw<Offer | null>(null);
  /** When the phrase ends, by this device's clock. */
  until = $state(0);

  async load(): Promise<void> {
    this.all = await get<Devices>("/me/devices");
  }

  async offerOne(): Promise<void> {
    this.offer = await post<Offer>("/me/devices/offer");
    this.until = Date.now() + this.offer.seconds * 1000;
    await this.load();
  }

  async withdraw(): Promise<void> {
    this.offer = null;
    this.all = await remove<Devices>("/me/devices/offer");
  }

  async answer(check: string, agree: boolean): Promise<void> {
    this.all = await post<Devices>("/me/devices/offer/answer", { check, agree });
    if (!agree) this.offer = null;
  }

  /** Looks for as long as this lasts; a phrase that was used has done its work. */
  watch(): () => void {
    const before = this.all?.devices.length ?? 1;
    const timer = setInterval(() => {
      void this.load()
        .then(() => {
          const isLinked = (this.all?.devices.length ?? 1) > before;
          if (isLinked || (Date.now() > this.until && !this.all?.claimed)) this.offer = null;
        })
        .catch(() => undefined);
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }

  takeOff(id: string): Promise<Me> {
    return remove<Me>(`/me/devices/${encodeURIComponent(id)}`);
  }
}

export const devices = new MyDevices();
