import { escapeHtml } from '../lib/html.ts';
import { ProblemError } from '../http/problem.ts';
import type { RequestContext } from '../http/request.ts';
import type { Hosts, Routes } from '../http/pipeline.ts';
import type { StoredMail } from '../mail/mailer.ts';

const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:640px;margin:0 auto;padding:24px 16px}
article{border-top:1px solid #8884;padding:16px 0}h2{font-size:17px;margin:0}p{margin:4px 0}.about{color:#6b6b6b}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`;

/** Mounts the built-in mailbox, outside production without a mail server. Rejects requests from other machines. */
export function mountMailbox(routes: Routes, hosts: Hosts, list: () => Promise<StoredMail[]>): void {
  routes.add('GET /dev/mailbox.css', ({ env: request }) =>
    request.send(200, { 'Content-Type': 'text/css; charset=utf-8' }, STYLE),
  );
  routes.add('GET /dev/mailbox', async ({ env: request }) => {
    requireThisMachine(request, hosts);
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
    request.send(200, headers, renderMailbox(await list()));
  });
}

function requireThisMachine(request: RequestContext, hosts: Hosts): void {
  const named = request.header('host');
  const host = (named ?? '').replace(/:\d+$/, '');
  // A local proxy without the Host header sends its target's name.
  const local = hosts.isOwn(named) && ['localhost', '127.0.0.1', '[::1]'].includes(host);
  const forwarded = FORWARDING.some((name) => request.header(name) !== undefined);
  const peer = (request.incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const near = peer === '::1' || peer.startsWith('127.');
  if (!local || !near || forwarded) throw new ProblemError('route.unknown');
}

function renderMailbox(mails: readonly StoredMail[]): string {
  const articles = mails.map(
    ({ id, to, subject, text, sentAt }) => `<article id="${escapeHtml(id)}"><h2>${escapeHtml(subject)}</h2>
<p class="about">${escapeHtml(to)} · <time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt.slice(0, 19).replace('T', ' '))}</time></p>
<pre>${linkUp(escapeHtml(text))}</pre></article>`,
  );
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>메일함</title><link rel="icon" href="/campus/icon.svg"><link rel="stylesheet" href="/dev/mailbox.css"></head><body><main><h1>메일함</h1>
${articles.join('\n') || '<p>아직 메일이 없습니다.</p>'}</main></body></html>`;
}

function linkUp(html: string): string {
  return html.replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
}
