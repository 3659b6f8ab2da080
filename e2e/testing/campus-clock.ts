const MINUTE = 60_000;

/** Returns the date parts of an instant in campus time. */
function readSeoulClock(instant: string): string[] {
  // Korea is always nine hours ahead of UTC, without summer time.
  return new Date(Date.parse(instant) + 9 * 60 * MINUTE).toISOString().split(/[-T:.]/);
}

/** `YYYY/MM/DD HH:mm` */
export function seoulDateTime(instant: string): string {
  const [year, month, day, hour, minute] = readSeoulClock(instant);
  return `${year}/${month}/${day} ${hour}:${minute}`;
}

/** Returns the texts a card may show between two moments: minutes ago, time, or date. */
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
