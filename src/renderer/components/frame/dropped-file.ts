import { useEffect, useState } from 'react';

/** Opens a file that is dropped anywhere on the window. True while a file hovers over it. */
export function useDroppedFile(open: (path: string) => Promise<void>): boolean {
  const [hovering, setHovering] = useState(false);
  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setHovering(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovering(false);
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setHovering(false);
      const file = event.dataTransfer?.files[0];
      const path = file === undefined ? '' : window.latchkey.pathForFile(file);
      if (path !== '') void open(path);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [open]);
  return hovering;
}
