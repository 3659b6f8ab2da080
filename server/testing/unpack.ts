import { unzipSync } from 'fflate';

/** Returns the files of a zip by name, in its order. */
export async function unpack(body: ReadableStream | null): Promise<Map<string, Buffer>> {
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  return new Map(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file)]));
}
