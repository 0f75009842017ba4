/**
 * `make`, worked out once for each object and forgotten with it. The object must never change afterwards: for what is read of
 * a snapshot by many.
 *
 * It is kept in a hidden field of the object. V8 takes the values of a WeakMap for used until it collects the whole heap: one
 * that leads back to a snapshot would be copied twice with all of it, and of thousands of files that is most of the collecting.
 */
export function onceFor<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const field = Symbol('made once');
  return (of) => {
    const { [field]: known } = of as { [field]?: { made: Made } };
    if (known !== undefined) return known.made;
    const made = make(of);
    Object.defineProperty(of, field, { value: { made } });
    return made;
  };
}
