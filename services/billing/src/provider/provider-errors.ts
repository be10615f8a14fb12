import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from "@nestjs/common";
import { paymentsRefused, paymentsUnavailable } from "@tessera/contracts-billing/problems.ts";
import { Log, problem } from "@tessera/service-kit";
import { catchError, type Observable, throwError } from "rxjs";
import Stripe from "stripe";

/** Turns what the provider refuses, or that it cannot be reached, into problems a person can act on. */
@Injectable()
export class ProviderErrors implements NestInterceptor {
  constructor(private readonly log: Log) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(catchError((error: unknown) => throwError(() => this.meaning(error))));
  }

  private meaning(error: unknown): unknown {
    if (!(error instanceof Stripe.errors.StripeError)) return error;
    this.log.error(
      { type: error.type, providerCode: error.code, request: error.requestId, err: error },
      "billing: the payment provider refused",
    );
    const again = error.statusCode === undefined || error.statusCode >= 500 || error.statusCode === 429;
    if (again) return problem(paymentsUnavailable);
    return problem(paymentsRefused);
  }
}
