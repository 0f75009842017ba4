/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  isCutShortItsCompressed: (name: string) => `${name} is truncated: its compressed data ends early.`,
  isCorruptItCannotBe: (name: string) => `${name} is corrupt: it cannot be unpacked.`,
  fetchTheFileAgain: 'Fetch the file again.',
  isNeitherAFileNor: (given: string) => `${given} is neither a file nor a folder.`,
  copyItIntoAFile: 'Copy it into a file first.',
  isEmpty: (given: string) => `${given} is empty.`,
  theCopyOrTheDownload: 'The copy or the download may have failed; fetch the file again.',
  isWhichIsNotRead: (given: string, kind: string) => `${given} is ${kind}, which is not read here.`,
  unpackItAndImportThe: 'Unpack it and import the folder, or pack it as .zip or .tar.gz.',
  isCutShortOrNo: (name: string) => `${name} is truncated, or not a valid tar archive.`,
  isCutShortOrNoValid: (name: string) => `${name} is truncated, or not a valid zip archive.`,
};
