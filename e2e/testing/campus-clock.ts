const MINUTE = 60_000;

/** The parts of an instant as a clock on the campus shows them, whatever zone the browser or this machine is in. */
function readSeoulClock(instant: string): string[] {
  // Korea has no summer time: always nine hours ahead of UTC.
  return new Date(Date.parse(instant) + 9 * 60 * MINUTE).toISOString().split(/[-T:.]/);
}

/** `YYYY/MM/DD HH:mm` */
export function seoulDateTime(instant: string): string {
  const [year, month, day, hour, minute] = readSeoulClock(instant);
  return `${year}/${month}/${day} ${hour}:${minute}`;
}

/** What a card may show at a moment between the two: minutes ago, the time of day, or month and day. */
export function seoulRelativeTimes(instant: string, earliest: number, latest: number): string[] {
  const [, month, day, hour, minute] = readSeoulClock(instant);
  const shown = [];
  for (let now = earliest; now <= latest + MINUTE; now += MINUTE) {
    const minutes = Math.max(0, Math.floor((Math.min(now, latest) - Date.parse(instant)) / MINUTE));
    if (minutes < 60) shown.push(`${minutes}분 전`);
    else shown.push(minutes < 24 * 60 ? `${hour}:${minute}` : `${month}/${day}`);
  }
  return shown;
}
