// old build twice, new build once, in turn; processor time an answer.
const OLD = '/work/wt-old', NEW = process.env.NEW ?? '/work/main';
const ROUNDS = Number(process.env.ROUNDS ?? 10), SECONDS = Number(process.env.SECONDS ?? 2);
const edition = process.env.ED ?? 'official';
const { load } = await import(`${NEW}/bench/load.ts`);
const { median, spread, ratios } = await import(`${NEW}/bench/measure.ts`);
const endings = [];
const run = { row() {}, goal() {}, onEnd: (e) => endings.unshift(e) };
const setups = {};
for (const [name, dir] of [['old', OLD], ['new', NEW]]) {
  const { openPlace } = await import(`${dir}/bench/place.ts`);
  const { casesOf } = await import(`${dir}/bench/cases.ts`);
  const place = await openPlace(run, { posts: 20000, replies: 60000 });
  setups[name] = { place, cases: casesOf(place) };
}
const env = { EDITION: edition };
const lanes = [
  ['old', await setups.old.place.serve(env), setups.old],
  ['again', await setups.old.place.serve(env), setups.old],
  ['new', await setups.new.place.serve(env), setups.new],
];
const wanted = ['a latest', 'b recent', 'c post', 'd replies', 'e reply', 'f like', 'i write'];
for (const want of wanted) {
  const rows = { old: [], again: [], new: [] };
  for (let r = 0; r <= ROUNDS; r++)
    for (const [name, server, { place, cases }] of r % 2 ? lanes : lanes.toReversed()) {
      const one = cases.find((c) => c.name === want);
      try {
        const res = await load(server, one.asked, { headers: { Cookie: place.cookie }, connections: 16, seconds: SECONDS });
        if (r > 0) rows[name].push(res.microseconds);
      } catch (e) { console.log(want, name, e.message); }
    }
  console.log(want.padEnd(10), Object.entries(rows).map(([n, v]) => `${n} ${Math.round(median(v))}`).join(' '),
    '| again/old', spread(ratios(rows.again, rows.old)).text, '| new/old', spread(ratios(rows.new, rows.old)).text);
}
for (const e of endings) await e();
process.exit(0);
