// Preloaded module (`--import`) that shifts the clock by `WRONG_HOURS`.
const Right = Date;
const offset = Number(process.env.WRONG_HOURS ?? 0) * 3_600_000;

globalThis.Date = class extends Right {
  constructor(...values) {
    super(...(values.length === 0 ? [Right.now() + offset] : values));
  }

  static now() {
    return Right.now() + offset;
  }
};
