import { escapeHtml } from '../../platform/html.ts';
import { pagePolicy, policyHash } from '../../platform/http/security-headers.ts';
import type { SheetPart, TicketSheet } from './ticket-sheet.ts';

/** One sheet of A4: a row is one line, and longer words are cut. */
const STYLE = `@page{size:A4 portrait;margin:12mm}
*{box-sizing:border-box;margin:0}
body{max-width:186mm;margin:0 auto;color:#000;background:#fff;font:9pt/1.3 "Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",sans-serif}
h1{font-size:15pt}
h2{margin:4mm 0 1mm;font-size:11pt}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{height:5mm;padding:0 1mm;overflow:hidden;border-bottom:.1mm solid #999;text-align:left;text-overflow:ellipsis;white-space:nowrap}
.open th:nth-child(2){width:38%}
.fixed th:nth-child(2){width:45%}`;

/** The policy of the page: nothing runs on it, and nothing is fetched. */
export const SHEET_POLICY = pagePolicy([], [policyHash(STYLE)]);

/** The sheet as a page that fits on one sheet of A4 [TK-05]. */
export function printTicketSheet(product: string, { from, to, parts }: TicketSheet): string {
  const title = `${escapeHtml(product)} 고장 신고 주간 보고`;
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${title}</title>
<style>${STYLE}</style></head><body><h1>${title}</h1><p>${from} – ${to}</p>
${parts.map(printPart).join('\n')}</body></html>`;
}

function printPart({ name, title, columns, rows, more }: SheetPart): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  const table = `<table class="${name}"><thead>${cells('th', columns)}</thead><tbody>${rows
    .map((row) => cells('td', row))
    .join('')}</tbody></table>`;
  return `<section><h2>${escapeHtml(title)}</h2>${rows.length > 0 ? table : '<p>없음</p>'}${
    more > 0 ? `<p>외 ${more}건</p>` : ''
  }</section>`;
}
