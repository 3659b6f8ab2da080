/** How long a slow phone may take to ask where the file shall go, in milliseconds. */
const KEPT_FOR = 60_000;

/** Hands a file to the browser, as a link with `download` would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
