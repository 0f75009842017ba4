/**
 * How long the PAUSE instruction of a spin loop takes, by the name of the processor: about 10 cycles up to Broadwell and
 * 120 to 150 from Skylake on ("Intel 64 and IA-32 Architectures Optimization Reference Manual", section on PAUSE
 * latency in Skylake); AMD 40 to 65. The name shows it only where it carries a generation.
 */
export function pauseClass(cpuModel: string | null): 'short' | 'long' | 'unknown' {
  const name = cpuModel ?? '';
  if (/\bAMD\b|EPYC|Ryzen|Opteron/i.test(name)) return 'short';
  if (
    /Xeon.*(Bronze|Silver|Gold|Platinum|Max)|Skylake|Cascade ?lake|Ice ?lake|Sapphire|Emerald|Granite/i.test(
      name,
    )
  ) {
    return 'long';
  }
  if (/Xeon.*\b(E[357]|X\d{4}|L\d{4})\b|Haswell|Broadwell|Ivy ?bridge|Sandy ?bridge|\bv[234]\b/i.test(name))
    return 'short';
  const core = /Core.*\bi[3579]-(\d{1,2})\d{3}/i.exec(name)?.[1];
  if (core !== undefined) return Number(core) >= 6 ? 'long' : 'short';
  return /Core.*Ultra|\bW-\d{4}/i.test(name) ? 'long' : 'unknown';
}
