/* What the tests use of Node, so that no further package of types is needed. */
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  const assert: {
    (value: unknown, message?: string): asserts value;
    equal(a: unknown, b: unknown, message?: string): void;
    deepEqual(a: unknown, b: unknown, message?: string): void;
    throws(act: () => unknown, pattern?: RegExp): void;
  };
  export default assert;
}
