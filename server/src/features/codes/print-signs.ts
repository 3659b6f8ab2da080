import type { SignSize } from '@madang/contract/codes/rules';
import { renderSVG } from 'uqr';
import { escapeHtml } from '../../platform/html.ts';
import { pagePolicy, policyHash } from '../../platform/http/security-headers.ts';
import type { CodeRow } from './codes.queries.ts';

/** Around a code stands white, four of its squares wide: readers look for that (ISO/IEC 18004). */
const QUIET = 4;

/** The size of a code with its margin leaves 30 mm for the code itself. */
const STYLE = `@page{size:A4 portrait;margin:0}
*{box-sizing:border-box;margin:0}
body{color:#000;background:#fff;font-family:"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",sans-serif}
main{display:grid;grid-template-columns:105mm 105mm;width:210mm;margin:0 auto}
article{display:flex;flex-direction:column;align-items:center;justify-content:space-between;overflow:hidden;padding:7mm;
text-align:center;break-inside:avoid;outline:.2mm dashed #999;overflow-wrap:anywhere;word-break:keep-all}
.a6 article{height:148.5mm}
.a7 article{height:74.25mm;padding:4mm 5mm}
.a7 article{display:grid;grid-template-columns:40mm 1fr;align-items:center;column-gap:3mm;text-align:left}
svg{display:block;width:62mm;height:62mm}
.a7 svg{width:40mm;height:40mm;grid-area:1/1/span 3}
.a7 b,.a7 div,.a7 .how{grid-column:2}
b{font-size:12pt;letter-spacing:.1em}
.a7 b{font-size:9pt}
h2{font-size:20pt;line-height:1.25}
.a7 h2{font-size:13pt}
h2+p{font-size:12pt}
.a7 h2+p{font-size:9pt}
.how{font-size:12pt;line-height:1.5}
.a7 .how{font-size:8.5pt}
.at{font:9pt ui-monospace,monospace}
.a7 .at{grid-column:1/span 2;font-size:7.5pt;text-align:center}`;

/** The policy of the page: nothing runs on it, and nothing is fetched. */
export const SIGNS_POLICY = pagePolicy([], [policyHash(STYLE)]);

/** What is printed of the site. */
interface PrintedSite {
  product: string;
  /** Its address, as phones open it. */
  origin: string;
}

/** A page for A4 paper with the signs of these codes: four of A6, or eight of A7, on a sheet [PL-11]. */
export function printSigns(
  { product, origin }: PrintedSite,
  codes: readonly CodeRow[],
  size: SignSize,
): string {
  const signs = codes.map((row) => signOf(escapeHtml(product), origin, row));
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${escapeHtml(product)} 안내판</title>
<style>${STYLE}</style></head><body><main class="${size}">${signs.join('\n')}</main></body></html>`;
}

function signOf(product: string, origin: string, { code, building, spot }: CodeRow): string {
  const address = `${origin}/at/${code}`;
  const place = [spot, building].filter(Boolean).map(escapeHtml);
  return `<article><b>${product}</b>${renderSVG(address, { ecc: 'M', border: QUIET })}
<div><h2>${place[0]}</h2><p>${place[1] ?? ''}</p></div>
<p class="how">휴대폰 카메라로 비춰 주세요.<br>지금 어떤지 누르면 모두가 알 수 있어요.</p>
<p class="at">${escapeHtml(address.replace(/^https?:\/\//, ''))}</p></article>`;
}
