/** Keeps the device's screen on while the page is visible, where the browser can; for an effect. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;

  async function request() {
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (ended) await lock.release();
    } catch {
      // A low battery, or the system's settings: the screen may sleep then.
    }
  }

  // The browser takes the lock back while the page is hidden.
  const again = () => void request();
  document.addEventListener("visibilitychange", again);
  void request();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}
