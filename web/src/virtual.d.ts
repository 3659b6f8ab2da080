/** Made by the build: web/libraries.ts. */
declare module 'virtual:libraries' {
  /** Where the file of the libraries lies. */
  const address: string;
  export default address;
}
