import { Module } from "@nestjs/common";
import { CoreModule } from "../core/index.ts";
import { AccountFactors } from "./account-factors.ts";
import { SignUpStore } from "./sign-up-store.ts";
import { UserStore } from "./user-store.ts";

const stores = [AccountFactors, SignUpStore, UserStore];

/** The accounts there are, and how auth/v1 shows them. */
@Module({ imports: [CoreModule], providers: stores, exports: stores })
export class UsersModule {}
