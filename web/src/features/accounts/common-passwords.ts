/**
 * Common passwords and their words: English ones from published lists, Korean habits, and Korean words as keys (안녕 is `dkssud`).
 * Rows, runs, repeats and years are rules.
 */
export const COMMON_WORDS: readonly string[] = `
  password passwd pass admin login welcome letmein master guest test user
  secret default hello iloveyou love sunshine princess dragon monkey shadow
  football tiger flower computer internet google naver kakao daum apple iphone android nexon
  korea corea seoul busan anam korean univ university student
  school college campus madang angel happy smile
  qazwsx zaqxsw qweasd asdqwe q1w2e3 1q2w3e4r5t 1q2w3e4r 1q2w3e q1w2e3r4 zaq12wsx
  a1b2c3 1004 7942 8282 486 5252 1212 1313 1122 112233 11223344 asdf1234 qwer1234
  dkssud dkssudgktpdy tkfkd tkfkdgo tkfkdgody gksrnr rhfueo rhfueogkrry rhkdgkrry qlalfqjsgh qlqjs dkagh dlfma
  eogksalsrnr gkrry gkrtod tjdnf qntks dnflskfk gkssk wlrwjq dnjsghfkddl ghfkddl tkwk ghkdl dkssl cjswo
  rhdid rhdiddl rkddkwl qhfkd gkqrur dnlfk tkfkagkqslek rhakdnj dkdlemf akstp gkdl gkgkgk
  dnflwlq djaak dkqk djaakdkqk dhqk djssl skdi sjsms qkqh tlqkf rotorl altlr alcls wkdrns wjsgkqnr dnjf
  kimchi hangul sarang saranghae annyeong jjang baby
`
  .trim()
  .split(/\s+/);
