/** Errors of this folder, with what to do; parameters are what is filled in. */
export const texts = {
  theListOfSamplesIs: (file: string) => `The list of samples ${file} is not valid.`,
  theFileIsEmpty: 'the file is empty',
  theCopyOrTheDownload: 'The copy or the download may have failed; fetch the file again.',
  itIs: (kind: string) => `it is ${kind}`,
  theCompressedDataIs: (kind: string) => `the compressed data is ${kind}`,
  itIsNeitherGzipNor: 'it is neither gzip nor JSON',
  noSnapshotThatLatchkeyWrites: 'No snapshot that Latchkey writes is like that.',
  isTruncatedAtByteOf: (file: string, size: number, unpacked: number) =>
    `${file} is truncated at byte ${size} of compressed data (${unpacked} bytes of text could be unpacked).`,
  theCopyTheDownloadOr: 'The copy or download was cut short, or the disk was full; fetch the file again.',
  isCorruptNearByteOf: (file: string, message: string, read: number, size: number) =>
    `${file} is corrupt: ${message} near byte ${read} of ${size} of compressed data.`,
  copyTheFileAgainIn: 'Copy the file again in binary mode and compare checksums.',
  isTruncatedAtByteOfIts: (file: string, numberOfText: number) =>
    `${file} is truncated at byte ${numberOfText} of its JSON.`,
  isCorruptItsJsonCannot: (file: string) => `${file} is corrupt: its JSON cannot be read.`,
  fetchTheFileAgain: 'Fetch the file again.',
  theSnapshotDoesNotFit: 'The snapshot does not fit its own schema and was not written.',
  theSnapshotIsNotWritten: (path: string, message: string) =>
    `The snapshot is not written to ${path}: it ${message}.`,
  latchkeyCouldNotReadIt: 'Latchkey could not read it again.',
  wasMadeByANewer: (file: string, version: number, current: number) =>
    `${file} was made by a newer version of Latchkey (snapshot format ${version}; this one reads up to ${current}).`,
  updateLatchkeyToOpenIt: 'Update Latchkey to open it.',
  hasSnapshotFormatWhichThis: (file: string, version: number) =>
    `${file} has snapshot format ${version}, which this version of Latchkey cannot read.`,
  isNotAValidLatchkey: (file: string, field: string, message: string) =>
    `${file} is not a valid Latchkey snapshot: ${field}: ${message}.`,
  notValid: 'not valid',
  theFileWasChangedAfter:
    'The file was changed after it was made, or a program other than Latchkey wrote it.',
  isNotALatchkeySnapshot: (file: string, why: string) => `${file} is not a Latchkey snapshot: ${why}.`,
  snapshotsAreMadeByLatchkey: 'Snapshots are made by `latchkey snapshot` and usually end in .lks.',
  anotherToolsFiles:
    "Snapshots are made by `latchkey snapshot` and usually end in .lks. For another tool's files use `latchkey import`.",
  notJson: 'not JSON',
};
