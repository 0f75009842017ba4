const factors: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 };

/** Bytes of `128M`, `52G`, `1.5T` or a number. @throws Error where it is neither */
export function bytes(text: string | number): number {
  const match = /^([\d.]+)([KMGT]?)$/.exec(String(text));
  if (match === null) throw new Error(`no size: ${text}`);
  return Math.round(Number(match[1]) * (factors[match[2] ?? ''] ?? 1));
}

/** Seconds of `34d`, `6h`, `90s`. @throws Error where it is none */
export function seconds(text: string): number {
  const match = /^([\d.]+)([dhms])$/.exec(text);
  if (match === null) throw new Error(`no time: ${text}`);
  const unit = { d: 86_400, h: 3600, m: 60, s: 1 }[match[2] ?? ''] ?? 1;
  return Number(match[1]) * unit;
}
