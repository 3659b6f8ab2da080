// Asks for many pages at once, in a process of its own: what it costs to ask is not measured with what it costs others.
// Reads `{ addresses, cookie }` from its parent and answers how the reads ended, by status.
import { get } from 'node:http';

process.once('message', ({ addresses, cookie }) => {
  const answers = {};
  const reads = addresses.map(async (address) => {
    const status = await ask(address, cookie);
    answers[status] = (answers[status] ?? 0) + 1;
  });
  void Promise.all(reads).then(() => process.send(answers, () => process.disconnect()));
});

/** On a connection of its own, as an attacker would. */
function ask(address, cookie) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { Cookie: cookie }, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    }).once('error', reject);
  });
}
