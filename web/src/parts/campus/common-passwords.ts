/**
 * What people take for a password, and the words that they make one of: English ones known from every published list,
 * and Korean habits, among them Korean words as their keys (안녕 is `dkssud`). Rows of keys, runs, repeats and years are
 * found by rule and need not stand here.
 */
export const COMMON_WORDS: readonly string[] = `
  password passwd passw0rd pass admin administrator root login welcome letmein master guest test tester testing user
  secret default changeme hello iloveyou ilovey love lovely lover sunshine princess dragon monkey shadow superman
  football baseball basketball soccer tiger lion eagle flower summer winter spring autumn freedom
  whatever trustno1 starwars computer internet google naver kakao daum apple iphone android nexon
  michael jordan korea corea seoul busan anam korean univ university student
  school college campus madang angel happy smile
  qazwsx zaqxsw qweasd asdqwe q1w2e3 1q2w3e4r5t 1q2w3e4r 1q2w3e q1w2e3r4 zaq12wsx
  a1b2c3 abc123 1004 7942 8282 486 5252 1212 1313 1122 112233 121212 123123 11223344 asdf1234 qwer1234
  dkssud dkssudgktpdy tkfkd tkfkdgo tkfkdgody gksrnr rhfueo rhfueogkrry rhkdgkrry qlalfqjsgh qlqjs dkagh dlfma
  eogksalsrnr gkrry gkrtod tjdnf qntks dnflskfk gkssk wlrwjq dnjsghfkddl ghfkddl tkwk ghkdl dkssl cjswo
  rhdid rhdiddl rkddkwl qhfkd gkqrur dnlfk tkfkagkqslek rhakdnj dkdlemf akstp gkdl gkgkgk
  dnflwlq djaak dkqk djaakdkqk dhqk djssl skdi sjsms qkqh tlqkf rotorl altlr alcls wkdrns wjsgkqnr dnjf
  kimchi hangul sarang saranghae annyeong jjang baby
`
  .trim()
  .split(/\s+/);
