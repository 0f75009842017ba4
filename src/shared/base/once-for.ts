/**
 * `make`, worked out once for each object and forgotten with it. The object must never change afterwards: for what is read of
 * a snapshot by many.
 */
export function onceFor<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const kept = new WeakMap<Of, { made: Made }>();
  return (of) => {
    const known = kept.get(of);
    if (known !== undefined) return known.made;
    const made = make(of);
    kept.set(of, { made });
    return made;
  };
}
