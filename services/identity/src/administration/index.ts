export { AdministrationModule } from "./administration.module.ts";
