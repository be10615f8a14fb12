/** What the build and the tests turn into modules besides TypeScript. */
declare module "*.sql" {
  const text: string;
  export default text;
}
