export const ADMINISTRATORS = Symbol("administrators");
