import PostalMime, { type Email } from 'postal-mime';
import { fail, type Finding as PartFinding, pass, warn } from '../lib/findings.ts';
import { OperatorError } from './terminal.ts';

type Finding = PartFinding<'results' | 'SPF' | 'DKIM' | 'DMARC' | 'sender' | 'TLS' | 'unsubscribe'>;

/** Maximum bytes of a saved mail. */
export const SAVED_MAIL_MAX = 1024 * 1024;

/** A result of a receiving server, such as `spf=pass smtp.mailfrom=a@b.c`. */
interface Result {
  method: string;
  result: string;
  /** Values by name, such as `header.d`. */
  properties: ReadonlyMap<string, string>;
}

/**
 * Checks the headers of a received mail: SPF, DKIM and DMARC as the receiving server found them, the sender's domains, TLS
 * of the delivery and List-Unsubscribe. Returns one finding for each.
 *
 * @throws {OperatorError} if the bytes are no mail.
 */
export async function checkMail(bytes: Uint8Array): Promise<Finding[]> {
  const text = Buffer.from(bytes).toString('latin1');
  const [head = ''] = text.replace(/^\s+/, '').split(/\r?\n\r?\n/, 1);
  const mail = await PostalMime.parse(Buffer.from(`${head}\r\n\r\n`, 'latin1'));
  const from = domainOf(mail.from?.address ?? '');
  if (from === '')
    throw new OperatorError('the file is no mail with a From header: save the original with all headers');
  const results = readResults(mail);
  if (results.length === 0)
    return [
      fail(
        'results',
        'the receiving server added no Authentication-Results',
        'send the test to Gmail or Naver, and save the received mail, not the sent one',
      ),
      checkTls(mail),
      checkUnsubscribe(mail),
    ];
  const returnPath = domainOf(mail.returnPath ?? '') || valueOf(findResult(results, 'spf'), 'smtp.mailfrom');
  return [
    checkSpf(findResult(results, 'spf'), returnPath || from),
    checkDkim(results.filter(({ method }) => method === 'dkim')),
    checkDmarc(findResult(results, 'dmarc'), from),
    checkSender(from, returnPath, results),
    checkTls(mail),
    checkUnsubscribe(mail),
  ];
}

const domainOf = (address: string): string =>
  address
    .replaceAll(/[<>\s"]/g, '')
    .toLowerCase()
    .split('@')
    .at(-1) ?? '';

/** Returns the domain that a property names; empty without it. */
const valueOf = (result: Result | undefined, name: string): string =>
  domainOf(result?.properties.get(name) ?? '');

const findResult = (results: readonly Result[], method: string): Result | undefined =>
  results.find((one) => one.method === method);

/** Returns a header without comments, which may be nested. */
function dropComments(text: string): string {
  let depth = 0;
  let plain = '';
  for (const letter of text) {
    if (letter === '(') depth += 1;
    else if (letter === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) plain += letter;
  }
  return plain;
}

/** Returns the results of the server that received the mail last. Senders can forge those of other servers. */
function readResults({ headers }: Email): Result[] {
  const values = headers
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => dropComments(value).split(';'));
  const serverOf = ([first = '']: readonly string[]) => (first.includes('=') ? '' : first.trim());
  const [last] = values;
  if (!last) return [];
  const results = new Map<string, Result[]>();
  for (const parts of values.filter((one) => serverOf(one) === serverOf(last))) {
    const read = parts.flatMap((part) => readResult(part) ?? []);
    for (const method of new Set(read.map((one) => one.method)))
      if (!results.has(method))
        results.set(
          method,
          read.filter((one) => one.method === method),
        );
  }
  return [...results.values()].flat();
}

function readResult(part: string): Result | null {
  const [[method = '', result = ''] = [], ...properties] = part
    .trim()
    .split(/\s+/)
    .map((word) => word.split('='));
  if (result === '') return null;
  return {
    method: method.toLowerCase(),
    result: result.toLowerCase(),
    properties: new Map(properties.map(([name = '', value = '']) => [name.toLowerCase(), value])),
  };
}

function checkSpf(spf: Result | undefined, domain: string): Finding {
  const result = spf?.result ?? 'none';
  if (result === 'pass') return pass('SPF', `${domain} allows the mail server that sent this`);
  if (result === 'none')
    return fail(
      'SPF',
      `${domain} has no SPF record`,
      'add a TXT record that names the relay, such as v=spf1 include:_spf.google.com ~all',
    );
  if (result === 'temperror')
    return fail('SPF', `the DNS of ${domain} did not answer`, 'send another test mail');
  if (result === 'permerror')
    return fail(
      'SPF',
      `the SPF record of ${domain} is invalid`,
      'keep a single record with at most ten lookups',
    );
  return fail(
    'SPF',
    `${domain} does not allow the mail server that sent this (${result})`,
    'add the relay to its SPF record',
  );
}

function checkDkim(signatures: readonly Result[]): Finding {
  const passed = signatures.find(({ result }) => result === 'pass');
  if (passed) return pass('DKIM', `the signature of ${signerOf(passed)} is valid`);
  const broken = signatures.find(({ result }) => result !== 'none');
  if (!broken)
    return fail(
      'DKIM',
      'the mail has no signature',
      'switch DKIM on in the console of the relay, and add the key that it shows to the DNS',
    );
  return fail(
    'DKIM',
    `the signature of ${signerOf(broken)} is not valid (${broken.result})`,
    'compare the key in the DNS with the one in the console of the relay',
  );
}

const signerOf = (result: Result): string =>
  valueOf(result, 'header.d') || valueOf(result, 'header.i') || 'an unknown domain';

function checkDmarc(dmarc: Result | undefined, from: string): Finding {
  const result = dmarc?.result ?? 'none';
  if (result === 'pass') return pass('DMARC', `${from} is confirmed as the sender`);
  if (result === 'none')
    return warn(
      'DMARC',
      `${from} has no DMARC record`,
      `add the TXT record _dmarc.${from} with v=DMARC1; p=none`,
    );
  return fail(
    'DMARC',
    `${from} is not confirmed as the sender (${result})`,
    'SPF or DKIM must pass for the domain of MAIL_FROM',
  );
}

/** Compares the domain of From with those that SPF and DKIM confirmed. */
function checkSender(from: string, returnPath: string, results: readonly Result[]): Finding {
  const isSpf = findResult(results, 'spf')?.result === 'pass' && isAligned(from, returnPath);
  if (isSpf) return pass('sender', `From (${from}) and Return-Path (${returnPath}) have the same domain`);
  const signer = results.find(
    (one) => one.method === 'dkim' && one.result === 'pass' && isAligned(from, signerOf(one)),
  );
  const other = `Return-Path is ${returnPath || 'missing'}`;
  if (signer) return pass('sender', `From (${from}) has the domain of the DKIM signature; ${other}`);
  return fail(
    'sender',
    `neither SPF nor DKIM confirms the domain of From (${from}); ${other}`,
    'set MAIL_FROM to an address of the domain that the relay signs',
  );
}

/** Second-level labels below which organizations register. */
const SHARED = new Set(['ac', 'co', 'or', 'go', 'ne', 're', 'pe', 'hs', 'com', 'edu', 'net', 'org', 'gov']);

/** Returns the registered domain, by a rule that fits `.kr` and common domains. */
function organizationOf(domain: string): string {
  if (/^[\d.:[\]]+$/.test(domain)) return domain;
  const labels = domain.toLowerCase().replace(/\.$/, '').split('.');
  const isShared = labels.at(-1)?.length === 2 && SHARED.has(labels.at(-2) ?? '');
  return labels.slice(isShared ? -3 : -2).join('.');
}

const isAligned = (one: string, other: string): boolean =>
  other !== '' && organizationOf(one) === organizationOf(other);

/** Checks the delivery between two organizations; hops inside of one often have no TLS. */
function checkTls({ headers }: Email): Finding {
  const hops = headers
    .filter(({ key }) => key === 'received')
    .flatMap(({ value }) => {
      const plain = dropComments(value);
      const [, from] = /^\s*from\s+(\S+)/i.exec(plain) ?? [];
      const [, by] = /\bby\s+(\S+)/i.exec(plain) ?? [];
      const [, protocol = ''] = /\bwith\s+(\w+)/i.exec(plain) ?? [];
      const isTls = /^(?:UTF8)?(?:E?SMTPSA?|LMTPSA?|HTTPS)$/i.test(protocol) || /\bTLS[v_\d]/i.test(value);
      return from && by ? [{ from, by, isTls }] : [];
    });
  const hop = hops.find(({ from, by }) => !isAligned(from, by)) ?? hops[0];
  if (!hop)
    return warn('TLS', 'no Received header names a delivery', 'save the received mail with all headers');
  if (hop.isTls) return pass('TLS', `${hop.from} sent it encrypted to ${hop.by}`);
  return fail(
    'TLS',
    `${hop.from} sent it unencrypted to ${hop.by}`,
    'switch TLS for outgoing mails on at the relay',
  );
}

function checkUnsubscribe({ headers }: Email): Finding {
  const link = headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  if (link === undefined)
    return pass('unsubscribe', 'no List-Unsubscribe, which mails about an account do not need');
  if (/<(?:https:\/\/|mailto:)[^>]+>/i.test(link))
    return pass('unsubscribe', 'List-Unsubscribe has an address');
  return fail(
    'unsubscribe',
    'List-Unsubscribe has no https or mailto address',
    'remove the header at the relay, or correct it',
  );
}
