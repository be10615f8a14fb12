/** The part of react-router that pages use; shared at run time so that every remote has the shell's router. */

export type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject } from "react-router";
export {
  createBrowserRouter,
  createMemoryRouter,
  Form,
  generatePath,
  isRouteErrorResponse,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  redirect,
  ScrollRestoration,
  useBlocker,
  useFetcher,
  useHref,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useOutletContext,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
} from "react-router";
export { RouterProvider } from "react-router/dom";
