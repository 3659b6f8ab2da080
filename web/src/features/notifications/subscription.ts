/** Ends this browser's push subscription, of any user: no further pushes arrive. */
export async function dropSubscription(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const registration = await serviceWorker?.getRegistration();
  const { pushManager } = (registration ?? {}) as { pushManager?: PushManager };
  await (await pushManager?.getSubscription())?.unsubscribe();
}
