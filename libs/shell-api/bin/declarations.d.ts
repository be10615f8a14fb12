export declare const PROMISE: string;
export declare const readPromise: () => string;
export declare function declarations(): string;
export declare function broken(promised: string, now: string): string[];
