/** Text of a file, taken into the bundle as it is (Vite, "Importing Asset as String"). */
declare module '*?raw' {
  const text: string;
  export default text;
}
