/** An error as the API answers it: `{ error: { type, code, message, param } }`. */
export class Fault extends Error {
  override name = "Fault";
  constructor(
    readonly status: number,
    readonly error: {
      type: string;
      message: string;
      code?: string;
      param?: string;
      decline_code?: string;
      [more: string]: unknown;
    },
  ) {
    super(error.message);
  }
}

export const missing = (noun: string, id: string, param = "id") =>
  new Fault(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
export const invalid = (message: string, param?: string, code?: string) =>
  new Fault(400, { type: "invalid_request_error", message, param, code });
