/** Stands for `rtl-css-js/core` in the shell's build: nothing is turned. */
export const convertProperty = (key: string, value: unknown) => ({ key, value });
export const convert = (rules: object) => rules;
