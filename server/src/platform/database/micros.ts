// A JavaScript Date holds milliseconds and would round; the database's times are whole microseconds.

/** SQL for a time's whole microseconds since 1970, a number in JavaScript. */
export const microsOf = (time: string) => `(extract(epoch FROM ${time}) * 1000000)::bigint`;

/** SQL for the time of whole microseconds since 1970. */
export const timeOf = (micros: string) =>
  `timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
