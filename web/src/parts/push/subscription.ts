/** Ends the push service's subscription of this browser, whose ever it was: nothing comes any more. */
export async function dropSubscription(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const registration = await serviceWorker?.getRegistration();
  const { pushManager } = (registration ?? {}) as { pushManager?: PushManager };
  await (await pushManager?.getSubscription())?.unsubscribe();
}
